import type { FieldError } from '../api/field-error.ts';
import type { PodTemplateSpec } from '../api/kinds/core-v1.generated.ts';
import type { StrategyContext } from './resource-definition.ts';

/** What kinds that carry a pod template need of the pod's own rules. */
export function setPodTemplateDefaults(_template: PodTemplateSpec | undefined, _context: StrategyContext): void {}

export const validatePodTemplate = (
  _template: PodTemplateSpec | undefined,
  _field: string,
  _context: StrategyContext,
): FieldError[] => [];

export const podTemplateWarnings = (
  _template: PodTemplateSpec | undefined,
  _live: PodTemplateSpec | undefined,
  _field: string,
  _context: StrategyContext,
): string[] => [];
