/** A browser other than Chromium that a test drives with WebDriver commands. */
export interface DrivenBrowser {
  /** Loads a page. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which may be asynchronous, and returns its result. Both must survive as JSON. */
  run<Arguments extends readonly unknown[], Result>(
    work: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result>;
  /** Stops the service workers, as the browser does when they are idle. Returns their number. Undefined when unsupported. */
  stopWorkers?(): Promise<number>;
  close(): Promise<void>;
}

/** Timeouts of pages and scripts, in milliseconds. */
export const TIMEOUTS = { script: 60_000, pageLoad: 60_000, implicit: 0 };

/** The body of an asynchronous script that calls a function and passes on its result or error. */
export const scriptOf = (work: (...given: never[]) => unknown): string => `
  const given = [...arguments];
  const done = given.pop();
  Promise.resolve()
    .then(() => (${work})(...given))
    .then((result) => done({ result }), (error) => done({ error: String(error) }));`;

/** The result of such a script. @throws Error with the page's error, or when the page was left */
export function resultOf(outcome: { readonly result?: unknown; readonly error?: string } | null): never {
  if (!outcome) throw new Error('the page was left before the script had ended');
  if (outcome.error !== undefined) throw new Error(outcome.error);
  return outcome.result as never;
}

/** Repeats an attempt until it succeeds. @throws the error of the last attempt after `patience` milliseconds */
export async function retry<Result>(attempt: () => Promise<Result>, patience = 60_000): Promise<Result> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
