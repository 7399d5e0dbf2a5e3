package io.compscan.cli;

import io.compscan.cli.option.AcceleratorMixin;
import io.compscan.cli.terminal.CommandFailure;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code compscan devices}: the old name of {@code compscan scan --accelerator list}. */
@Command(
        name = "devices",
        hidden = true,
        description = "Lists the devices that scan --accelerator can use, as --accelerator list does.")
final class DevicesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandFailure {
        return AcceleratorMixin.list(spec.commandLine().getOut());
    }
}
