import { readdirSync, readFileSync } from 'node:fs';
import type { DialectName } from '../../src/api/dialect.ts';

export interface Scenario {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly steps: readonly unknown[];
  /** Flags and files that the server needs for it. */
  readonly server?: unknown;
  readonly webhookFixture?: boolean;
  readonly exclusive?: boolean;
}

const folder = new URL('scenarios/', import.meta.url);

/** The recorded conversations of some areas that any server can be asked. */
export const scenariosOf = (areas: readonly string[]): Scenario[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario[])
    .filter((scenario) => areas.includes(scenario.area) && !scenario.server && !scenario.webhookFixture);

/** What the recordings expect of a server: see README.md beside this file. */
export const CONFORMANCE_TOKENS = `admin-token,admin,admin-uid,"system:masters"
alice-token,alice,alice-uid,"dev"
bob-token,bob,bob-uid
`;

/** `{ dialect: [ids] }` of scenarios that do not pass yet: each must fail, so that the list cannot grow old. */
export const knownGaps = JSON.parse(readFileSync(new URL('known-gaps.json', import.meta.url), 'utf8')) as Readonly<Record<DialectName, readonly string[]>>;
