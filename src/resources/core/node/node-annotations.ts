import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type { Taint } from '../../../api/kinds/core-v1.generated.ts';
import { jsonError } from '../go-json-syntax.ts';
import { validateTaints } from './taints.ts';

const TAINTS = kubernetesName('scheduler.alpha.kubernetes.io/taints');
const AVOIDED_PODS = kubernetesName('scheduler.alpha.kubernetes.io/preferAvoidPods');

interface AvoidedPods {
  readonly preferAvoidPods?: readonly { podSignature?: { podController?: { controller?: boolean } } }[];
}

/** Validates annotations with a meaning for nodes, which hold JSON. */
export function validateNodeAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const [taintsKey, podsKey] = [dialect.rename(TAINTS), dialect.rename(AVOIDED_PODS)];
  const [taints, pods] = [annotations?.[taintsKey], annotations?.[podsKey]];
  return [
    ...(taints ? validateTaintsText(taints, taintsKey, field) : []),
    ...(pods ? validateAvoidedPods(pods, podsKey, field) : []),
  ];
}

function validateTaintsText(text: string, key: string, field: string): FieldError[] {
  const wrong = jsonError(text, 'array', '[]core.Taint');
  if (wrong) return [invalid(field, key, wrong)];
  const taints = (JSON.parse(text) ?? []) as Partial<Taint>[];
  return validateTaints(
    taints.map(({ key: name = '', effect = '', ...taint }) => ({ ...taint, key: name, effect })),
    `${field}.${key}`,
  );
}

function validateAvoidedPods(text: string, key: string, field: string): FieldError[] {
  const wrong = jsonError(text, 'object', 'v1.AvoidPods');
  if (wrong) return [invalid(`${field}.AvoidPods`, key, wrong)];
  const { preferAvoidPods = [] } = (JSON.parse(text) ?? {}) as AvoidedPods;
  return preferAvoidPods.flatMap(({ podSignature }, index) => {
    const path = `${field}.${key}[${index}].PodSignature`;
    const owner = podSignature?.podController;
    if (!owner) return [required(path)];
    return owner.controller ? [] : [invalid(`${path}.PodController.Controller`, false, 'must point to a controller')];
  });
}
