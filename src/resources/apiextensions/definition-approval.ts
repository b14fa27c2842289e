import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';

const APPROVAL_ANNOTATION = kubernetesName('api-approved.kubernetes.io');
/** The domains of Kubernetes itself, whose groups need an approval. */
const PROTECTED_DOMAINS = [kubernetesName('k8s.io'), kubernetesName('kubernetes.io')];
const POLICY = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Whether the community has approved a definition, and why. */
export interface Approval {
  readonly state: 'missing' | 'unapproved' | 'approved' | 'invalid';
  readonly explanation: string;
}

/** Returns the approval of a definition in a protected group; undefined for other groups. */
export function approvalOf({ metadata, spec }: CustomResourceDefinition, dialect: Dialect): Approval | undefined {
  const domains = PROTECTED_DOMAINS.map((domain) => dialect.rename(domain));
  if (!domains.some((domain) => spec.group === domain || spec.group.endsWith(`.${domain}`))) return undefined;
  const annotation = dialect.rename(APPROVAL_ANNOTATION);
  const value = metadata.annotations?.[annotation] ?? '';
  const needed = `protected groups must have approval annotation ${JSON.stringify(annotation)}`;
  if (value === '') return { state: 'missing', explanation: `${needed}, ${POLICY}` };
  if (value.startsWith('unapproved'))
    return { state: 'unapproved', explanation: `not approved: ${JSON.stringify(value)}` };
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.test(value) && URL.canParse(value))
    return { state: 'approved', explanation: `approved in ${value}` };
  const explanation = `${needed} with either a URL or a reason starting with "unapproved", ${POLICY}`;
  return { state: 'invalid', explanation };
}

/** Validates the approval, unless an update leaves its state unchanged. */
export function validateApproval(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
  dialect: Dialect,
): FieldError[] {
  const approval = approvalOf(definition, dialect);
  if (!approval || (live && approvalOf(live, dialect)?.state === approval.state)) return [];
  const annotation = dialect.rename(APPROVAL_ANNOTATION);
  const field = `metadata.annotations[${annotation}]`;
  if (approval.state === 'missing') return [required(field, approval.explanation)];
  if (approval.state !== 'invalid') return [];
  return [invalid(field, definition.metadata.annotations?.[annotation], approval.explanation)];
}
