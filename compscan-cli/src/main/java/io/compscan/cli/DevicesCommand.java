package io.compscan.cli;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.AcceleratorProvider;
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
        try {
            stdout.print(AcceleratorProvider.find().table());
        } catch (AcceleratorException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }
}
