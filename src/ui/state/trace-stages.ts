import type { RequestTrace } from '../../api/debug/request-trace.ts';

/** A part of the time that a request took. */
export interface StageShare {
  readonly name: string;
  readonly milliseconds: number;
  /** Share of the whole duration, from 0 to 1. */
  readonly share: number;
}

/**
 * Returns the stages of a request in order, with the rest of the duration as the endpoint's work. Empty for traces
 * without stages.
 */
export function stageShares({
  stages = [],
  milliseconds,
}: Pick<RequestTrace, 'stages' | 'milliseconds'>): StageShare[] {
  if (stages.length === 0) return [];
  const passed = stages.reduce((sum, stage) => sum + stage.milliseconds, 0);
  const all = [...stages, { name: 'endpoint', milliseconds: Math.max(0, milliseconds - passed) }];
  // The duration is rounded, so that the stages can exceed it.
  const whole = Math.max(milliseconds, passed);
  return all.map((stage) => ({ ...stage, share: whole > 0 ? stage.milliseconds / whole : 0 }));
}

/** Formats a duration: `< 1 ms`, `12 ms`. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1 ? '< 1 ms' : `${Math.round(milliseconds)} ms`;
