import type { Cause } from '../../../api/debug/why.ts';
import type { CustomResourceDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import type { RoleBinding } from '../../../api/kinds/rbac-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { conditionsOf } from '../../objects/object-facts.ts';
import { cause, conditionEvidence, objectEvidence } from '../cause.ts';
import { type Rule, rule } from '../view.ts';
import { missingService } from './creation.ts';

/** Explains why a custom resource definition is not served. */
export const definition: Rule = rule<CustomResourceDefinition>((object) => {
  const names = conditionOf(object.status?.conditions, 'NamesAccepted');
  return names?.status === 'False'
    ? cause('names-refused', `its names are in use by another resource: ${names.message}`, {
        evidence: [conditionEvidence(object, names)],
      })
    : undefined;
});

/** Explains why a registered API is unavailable. */
export const apiService: Rule = rule<APIService>(async (object, view) => {
  const available = conditionOf(object.status?.conditions, 'Available');
  const { service } = object.spec ?? {};
  if (!service || available?.status === 'True') return undefined;
  const evidence = [conditionEvidence(object, available)];
  const because = await missingService(view, object, service);
  if (because[0]?.rule === 'service-missing') return because;
  const name = `${service.namespace}/${service.name}`;
  return cause(
    'api-unavailable',
    because.length > 0
      ? `its service ${name} does not serve`
      : `its service ${name} does not answer: ${available?.message ?? 'not checked yet'}`,
    {
      evidence,
      because,
    },
  );
});

interface Hooks extends ApiObject {
  readonly webhooks?: readonly {
    readonly name?: string;
    readonly failurePolicy?: string;
    readonly clientConfig: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  }[];
}

/** Reports webhooks whose service cannot be called. */
export const webhooks: Rule = rule<Hooks>(async (object, view) => {
  const causes: Cause[] = [];
  for (const { name, clientConfig, failurePolicy } of object.webhooks ?? []) {
    if (!clientConfig.service) continue;
    const because = await missingService(view, object, clientConfig.service);
    if (because.length === 0) continue;
    const effect = failurePolicy === 'Ignore' ? 'and is skipped' : 'so the requests that it matches fail';
    causes.push(
      cause('webhook-unreachable', `webhook ${name} cannot be called, ${effect}`, {
        evidence: [objectEvidence(object, 'webhooks')],
        because,
      }),
    );
  }
  return causes;
});

/** Explains why a certificate is not issued. */
export const signingRequest: Rule = rule<CertificateSigningRequest>((object) => {
  const { conditions, certificate } = object.status ?? {};
  if (certificate) return undefined;
  const denied = conditionOf(conditions, 'Denied') ?? conditionOf(conditions, 'Failed');
  if (denied)
    return cause('request-denied', `it was ${denied.type.toLowerCase()}: ${denied.message || denied.reason}`, {
      evidence: [conditionEvidence(object, denied)],
    });
  const approved = conditionOf(conditions, 'Approved');
  if (!approved)
    return cause('not-approved', 'it has not been approved', {
      evidence: [objectEvidence(object, 'status.conditions')],
    });
  return cause('not-signed', `signer ${object.spec.signerName} has not issued a certificate`, {
    evidence: [conditionEvidence(object, approved)],
  });
});

/** Reports a missing role or missing service accounts of a binding. */
export const roleBinding: Rule = rule<RoleBinding>(async (object, view) => {
  const { namespace } = object.metadata;
  const { kind, name } = object.roleRef;
  const role = await view.find(
    kind === 'Role' ? 'rbac/Role' : 'rbac/ClusterRole',
    kind === 'Role' ? namespace : undefined,
    name,
  );
  const evidence = [objectEvidence(object, 'roleRef')];
  if (!role) return cause('role-missing', `${kind} ${name} does not exist, so it grants nothing`, { evidence });
  const subjects = (object.subjects ?? []) as readonly {
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  }[];
  if (subjects.length === 0) return cause('no-subjects', 'it names no subjects, so it grants nothing', { evidence });
  for (const subject of subjects) {
    if (
      subject.kind !== 'ServiceAccount' ||
      (await view.find('core/ServiceAccount', subject.namespace ?? namespace, subject.name))
    )
      continue;
    return cause(
      'account-missing',
      `service account ${subject.namespace ?? namespace}/${subject.name} does not exist`,
      {
        evidence: [objectEvidence(object, 'subjects')],
      },
    );
  }
  return undefined;
});

/** Reports a missing priority level of a flow schema. */
export const flowSchema: Rule = {
  find(object) {
    const dangling = conditionsOf(object).find(({ type, status }) => type === 'Dangling' && status === 'True');
    return (
      dangling &&
      cause('priority-level-missing', 'its priority level does not exist', {
        evidence: [conditionEvidence(object, dangling)],
      })
    );
  },
};
