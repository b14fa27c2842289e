import type { FieldError } from '../api/field-error.ts';
import type { PodTemplateSpec } from '../api/kinds/core-v1.generated.ts';
import { dropDisabledPodFields } from './core/pod/disabled-fields.ts';
import { setPodSpecDefaults } from './core/pod/pod-defaults.ts';
import { validatePodTemplateSpec } from './core/pod/pod-spec-validation.ts';
import { podWarnings } from './core/pod/pod-warnings.ts';
import type { StrategyContext } from './resource-definition.ts';

/** Sets the defaults of a pod template. */
export function setPodTemplateDefaults(template: PodTemplateSpec | undefined, _context: StrategyContext): void {
  if (!template) return;
  template.spec ??= { containers: null };
  setPodSpecDefaults(template.spec);
}

/** Drops fields whose feature is off, unless the live template uses them. */
export function dropDisabledTemplateFields(template: PodTemplateSpec | undefined, live?: PodTemplateSpec): void {
  if (template?.spec) dropDisabledPodFields(template.spec, live?.spec);
}

export const validatePodTemplate = (
  template: PodTemplateSpec | undefined,
  field: string,
  context: StrategyContext,
): FieldError[] => validatePodTemplateSpec(template ?? {}, field, context.dialect);

export const podTemplateWarnings = (
  template: PodTemplateSpec | undefined,
  _live: PodTemplateSpec | undefined,
  field: string,
  context: StrategyContext,
): string[] => (template ? podWarnings(template, field, context.dialect) : []);
