import { readFileSync } from 'node:fs';

/** Prints a fact for the test that runs this program: a version, or a step with its outcome. */
const print = (fact) => console.log(JSON.stringify(fact));

export const printVersion = (version) => print({ version });

/** Runs a step and prints what it returns, or its error. */
export async function step(name, run) {
  const outcome = await run().catch((error) => `failed: ${error.body ?? error.stack ?? error}`);
  print({ step: name, outcome: String(outcome) });
}

/** Resolves when `condition` holds; polls because clients have no way to wait for each other. */
export async function until(condition, what) {
  const end = Date.now() + 100_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The version of an installed package. */
export const packageVersion = (name) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
