import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { type ClientName, recordOutcomes } from '../clients/outcomes/client-outcomes.ts';

/** Tests one step of a walk. `run` returns the text that the front end shows. */
export type Step = (title: string, run: () => Promise<string>) => void;

/**
 * Returns a function that tests a step of a front end's walk, and records its result for docs/clients.md. The front
 * end is a package in the lockfile of `folder`.
 */
export function stepsOf(folder: string, client: ClientName): Step {
  const lockfile = new URL(`./${folder}/package-lock.json`, import.meta.url);
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, { version: string }> };
  const version = packages[`node_modules/${client}`]?.version;
  if (!version) throw new Error(`${client} is not in the lockfile of ${folder}`);
  return (title, run) =>
    it(title, async ({ task }) => {
      recordOutcomes(task, { client, version, steps: [{ step: title, outcome: await run() }] });
    });
}
