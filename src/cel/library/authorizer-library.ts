import { member, type Written } from '../typing/declarations.ts';
import { Failure, Opaque, type Value } from '../values/values.ts';

export const AUTHORIZER_TYPE = 'kubernetes.authorization.Authorizer';
const PATH_TYPE = 'kubernetes.authorization.PathCheck';
const GROUP_TYPE = 'kubernetes.authorization.GroupCheck';
export const RESOURCE_CHECK_TYPE = 'kubernetes.authorization.ResourceCheck';
const DECISION_TYPE = 'kubernetes.authorization.Decision';

/** An authorization check made by an expression. */
export interface AccessQuestion {
  /** Checks this service account instead of the user of the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  /** Set for checks of non-resource paths; all others are for resources. */
  readonly path?: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly verb: string;
}

export interface AccessAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  /** Error of the authorizer. */
  readonly error?: string;
}

/** Returns a known decision. Throws if the decision is unknown; the expression is then evaluated again once it is known. */
export type AnswerAccess = (question: AccessQuestion) => AccessAnswer;

type Asked = Omit<AccessQuestion, 'verb'>;

/** An authorizer, or a check under construction. */
export class AccessValue extends Opaque {
  readonly typeName: string;
  readonly asked: Asked;
  readonly answer: AnswerAccess;
  constructor(typeName: string, asked: Asked, answer: AnswerAccess) {
    super();
    this.typeName = typeName;
    this.asked = asked;
    this.answer = answer;
  }
  equals(other: Opaque): boolean {
    return other === this;
  }
}

class DecisionValue extends Opaque {
  readonly typeName = DECISION_TYPE;
  readonly answer: AccessAnswer;
  constructor(answer: AccessAnswer) {
    super();
    this.answer = answer;
  }
  equals(other: Opaque): boolean {
    return other === this;
  }
}

const NOTHING_ASKED: Asked = { group: '', resource: '', subresource: '', namespace: '', name: '' };

/** Returns the value of the variable `authorizer`. */
export const authorizerValue = (answer: AnswerAccess): Value => new AccessValue(AUTHORIZER_TYPE, NOTHING_ASKED, answer);

/** Returns the value of `authorizer.requestResource`: a check for the resource of the request. */
export const resourceCheckValue = (asked: Partial<Asked>, answer: AnswerAccess): Value =>
  new AccessValue(RESOURCE_CHECK_TYPE, { ...NOTHING_ASKED, ...asked }, answer);

/** Declares a method that adds an attribute to a check. */
const asking = (name: string, from: string, to: string, add: (text: string) => Partial<Asked> | Failure): Written =>
  member(name, `${from}, string: ${to}`, ([value = null, text = '']) => {
    const { asked, answer } = value as AccessValue;
    const added = add(text as string);
    return added instanceof Failure ? added : new AccessValue(to, { ...asked, ...added }, answer);
  });

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

function serviceAccount([value = null, namespace = '', name = '']: readonly Value[]): Value {
  if (!NAME.test(name as string) || (name as string).length > 253) return new Failure('Invalid service account name');
  if (!LABEL.test(namespace as string) || (namespace as string).length > 63) {
    return new Failure('Invalid service account namespace');
  }
  const { asked, answer } = value as AccessValue;
  const account = { namespace: namespace as string, name: name as string };
  return new AccessValue(AUTHORIZER_TYPE, { ...asked, serviceAccount: account }, answer);
}

const checking = (type: string): Written =>
  member('check', `${type}, string: ${DECISION_TYPE}`, ([value = null, verb = '']) => {
    const { asked, answer } = value as AccessValue;
    return new DecisionValue(answer({ ...asked, verb: verb as string }));
  });

const deciding = (name: string, type: string, read: (answer: AccessAnswer) => Value): Written =>
  member(name, `${DECISION_TYPE}: ${type}`, ([decision = null]) => read((decision as DecisionValue).answer));

/** The authorizer library of Kubernetes. */
export const AUTHORIZER: readonly Written[] = [
  asking('path', AUTHORIZER_TYPE, PATH_TYPE, (path) =>
    path.trim() === '' ? new Failure('path must not be empty') : { path },
  ),
  asking('group', AUTHORIZER_TYPE, GROUP_TYPE, (group) => ({ group })),
  member('serviceAccount', `${AUTHORIZER_TYPE}, string, string: ${AUTHORIZER_TYPE}`, serviceAccount),
  asking('resource', GROUP_TYPE, RESOURCE_CHECK_TYPE, (resource) =>
    resource.trim() === '' ? new Failure('resource must not be empty') : { resource },
  ),
  asking('subresource', RESOURCE_CHECK_TYPE, RESOURCE_CHECK_TYPE, (subresource) => ({ subresource })),
  asking('namespace', RESOURCE_CHECK_TYPE, RESOURCE_CHECK_TYPE, (namespace) => ({ namespace })),
  asking('name', RESOURCE_CHECK_TYPE, RESOURCE_CHECK_TYPE, (name) => ({ name })),
  checking(PATH_TYPE),
  checking(RESOURCE_CHECK_TYPE),
  deciding('errored', 'bool', ({ error }) => error !== undefined),
  deciding('error', 'string', ({ error }) => error ?? ''),
  deciding('allowed', 'bool', ({ allowed }) => allowed),
  deciding('reason', 'string', ({ reason }) => reason),
];
