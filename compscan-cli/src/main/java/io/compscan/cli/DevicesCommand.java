package io.compscan.cli;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.accelerator.DeviceText;
import io.compscan.core.accelerator.Devices;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code compscan devices}. */
@Command(
        name = "devices",
        description = "Lists the devices that scan --accelerator can use: GPUs, and others through OpenCL.")
final class DevicesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandFailure {
        PrintWriter stdout = spec.commandLine().getOut();
        stdout.print(DeviceText.of(Devices.find()));
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }
}
