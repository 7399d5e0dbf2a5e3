package io.compscan.core.chunk.rolling;

/** The 256 random numbers of BorgBackup's buzhash, 32 bits each. A seed other than 0 is XORed to all of them. */
public final class BuzhashTable {

    private static final int HEX_DIGITS = 8;

    private static final String NUMBERS = """
            e7f831ecf4026465afb50cae6d553c7ad639efe319a7b8959aba5b215417d6d435fd2b84d1f6a1593f8e323fb419551c
            f444cebf21dc3b80de8d1e3684a32436beb35a9da36f24aaa4e6018698d18ffe3f042f9edb228bcd096474b75c20c2f7
            f9eec872e8625275b9d38f80d48eb71622a950b43cbaaeaac37cddd38fea6f6a1d55d5267fd6d3b3daa072ee4345ac40
            a077c6428f2bd45b2850911055557613ffc17311d961ffefe532c287aab9593746d38365b065c703f2d91d0f92cd4bb0
            4007c712f35509dd505b2f69557ead81310f4563bddc5be89760f38c701e02050015724414912826dc4ca32b67b196de
            5db292e88c1b406b01f34075fa2520f773bc37ab1e18bc30fe2c6cb320c522d05639e3db942bda35899af9d1ced44035
            98cc025b255f577170fefa24e928fa4d2c030405b932559020cb63bda166305d80e52c0aa8fafe2f1ad13f7dcfaf3685
            6c83a1997d26718ade5dfcd979cf73558979d7fbebf8c55eebe408e4cd2affbae483be6ee239d6de5dc1e9e00473931f
            851b097cac5db24909c0f9f2d8d2f134e6f38e41b1c71bf152b6e4db072244246cf73e854f25d89c782a7d7410a68dcd
            3a868189d570d2dc696307459542ed86331cd6b2a84b5b2807879c9d38372f647185db1125ba7c8301061523e6792f9f
            e5df07d14321b47f7d2469d81a3a4f9048be29a3669071af8ec8dd310810bfbf813a06b46853834565865ddc43a71b8e
            78619a565a34451d5bdaa3ed71edc7e917ac9a2078d10bfa6c1e7f35d51839d9240cbc5133513cc1d2b4f795ccaa8186
            0babe682a33cf16418c643eac1ca105f9959147a6d3d94de0b654fbeed902ca07d835cb599ba15096445c922495e76c2
            f07194bca1631d7e677076a589fffe351a49bcf38e6c948a0144c9178d93aea116f87ddfc8f25d491fb1129727e750cd
            2f422da1dee89a771534c643457b7b8baf172f7a6b9b09d633573f7ff14e15c4526467d5af48824187c3ee0d33be490c
            95aa6e5243ec242ed77de99bd018334f5b78d407498eb66bb1279fa8b38b0ea690718376e325dee28e2f2cbacaa5bdec
            9d652c56ad68f5cba77591af88e37ee8f8faa221fcbbbe474f407786af393889f444a1d915ae1a2f40aa70976f9486ac
            29d232a3e47609e9e8b631ffba8565f41128874946c9a838eb1b7cd8f516bbb1fb74fda0010996e64c9946531d889512
            53dcd9a3dd0746971e78e17c637c98bf930bb219cf7f75b0cb9355fb9e623009e466d82c28f968d3feb385d9238e026c
            b8ed05600c6a027a3d6fec4bbb4b2ec2e715031ceded011dcdc4d3b9c456fc96dd0eea20b3df8ec912351993d9cbb01c
            603147a2cf37d17df7fcd9dcd8556fa3104c813113152774b47158116a72c2c9c5ae37bba76ce12a8150d8f32ec29218
            a35f098448c0647e0b5ff98c71893f7b
            """.replaceAll("\\s", "");

    private BuzhashTable() {}

    public static int[] of(int seed) {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int at = i * HEX_DIGITS;
            table[i] = Integer.parseUnsignedInt(NUMBERS, at, at + HEX_DIGITS, 16) ^ seed;
        }
        return table;
    }
}
