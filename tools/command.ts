/** Runs a command. An error ends it with its message alone and exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
