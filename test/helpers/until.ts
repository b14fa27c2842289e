/** Resolves when the condition holds. For hooks, where `expect.poll` is not available and the hook's timeout ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
