import type { Scenario } from './scenarios.ts';

export interface StepResult {
  readonly id: string;
  readonly ok: boolean;
  readonly diffs?: readonly string[];
  readonly actual: { readonly failed?: string };
}
export interface ScenarioResult {
  readonly id: string;
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
}
export interface ConformanceClient {
  request(request: unknown): Promise<unknown>;
  watch(request: unknown): Promise<unknown>;
}
export function fetchClient(fetch: (request: Request) => Promise<Response>, baseUrl?: string): ConformanceClient;
export function runScenario(scenario: Scenario, client: ConformanceClient, options?: { dialect?: string; run?: string }): Promise<ScenarioResult>;
export function runText(n: number): string;
/** Rewrites every string in a value, keys too, into the names of a dialect. */
export function toDialect(value: unknown, dialect: string): unknown;
