import { MOST_TRACE_LEVELS } from '../../api/debug/session.ts';
import { isDeeperThan } from '../../api/json/nesting.ts';
import { isRecord } from '../../api/object.ts';

/** Reports whether a value may stand at its place in a session. */
type Check = (value: unknown) => boolean;

/** 9999-12-31: the last day that times of the API can express. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Leaves enough revisions to a cluster that continues the session. */
const LAST_REVISION = 2 ** 52;

export const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isFinite(value);
export const isRevision: Check = (value) => Number.isInteger(value) && isBetween(value, 0, LAST_REVISION);
const isRevisionText: Check = (value) => isText(value) && /^\d+$/.test(value) && isRevision(Number(value));

/** Reports whether a value is a time in milliseconds since 1970. */
export const isInstant: Check = (value) => isBetween(value, 0, LAST_DAY);
export const isTime: Check = (value) => isText(value) && isInstant(Date.parse(value));

const isAnything: Check = () => true;
const oneOf =
  (...texts: readonly string[]): Check =>
  (value) =>
    isText(value) && texts.includes(value);
export const listOf =
  (holds: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(holds);
const mapOf =
  (holds: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(holds);

/** Checks the members of an object. Those with a question mark may be absent, and other members are not looked at. */
export function shapeOf(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members).map(([name, holds]): [string, Check] => {
    const [member = '', isOptional] = [name.replace('?', ''), name.endsWith('?')];
    return [member, isOptional ? (value) => value === undefined || holds(value) : holds];
  });
  return (value) => isRecord(value) && checks.every(([name, holds]) => holds(value[name]));
}

const areTexts = listOf(isText);
const user = shapeOf({ username: isText, 'uid?': isText, 'groups?': areTexts, 'extra?': mapOf(areTexts) });
const namedObject = shapeOf({ kind: isText, 'namespace?': isText, name: isText });
const request = shapeOf({
  ...{ verb: isText, method: isText, path: isText, dryRun: isFlag, 'body?': isText, 'headers?': mapOf(isText) },
  ...{ 'group?': isText, 'version?': isText, 'resource?': isText, 'subresource?': isText },
  ...{ 'namespace?': isText, 'name?': isText },
});
const authorization = shapeOf({
  decision: isText,
  reason: isText,
  'nearest?': listOf(
    shapeOf({ binding: namedObject, role: namedObject, 'rule?': mapOf(areTexts), granted: isFlag, why: isText }),
  ),
});
const admissionStep = shapeOf({
  plugin: isText,
  phase: oneOf('mutate', 'validate'),
  decision: oneOf('allowed', 'denied', 'failed', 'failed-open', 'skipped'),
  matched: isFlag,
  milliseconds: isCount,
  ...{ 'name?': isText, 'why?': isText, 'warnings?': areTexts, 'console?': areTexts, 'reinvocation?': isFlag },
  'patch?': listOf(shapeOf({ op: oneOf('add', 'remove', 'replace'), path: isText })),
  'auditAnnotations?': mapOf(isText),
  'review?': shapeOf({ 'request?': isAnything, 'response?': isAnything }),
});
const response = shapeOf({
  ...{ code: isCount, warnings: areTexts, 'message?': isText, 'bytes?': isCount },
  ...{ 'resourceVersion?': isText, 'revisions?': areTexts },
});
const traceShape = shapeOf({
  metadata: shapeOf({ name: isText, 'creationTimestamp?': isText, 'resourceVersion?': isText }),
  requestReceivedTimestamp: isTime,
  ...{ 'auditID?': isText, request, response, user, 'impersonatedBy?': user, 'authorization?': authorization },
  'stages?': listOf(shapeOf({ name: isText, milliseconds: isCount })),
  admission: listOf(admissionStep),
  'console?': areTexts,
  milliseconds: isCount,
});

const change = shapeOf({
  ...{ type: oneOf('change'), resource: isText, 'namespace?': isText, name: isText, revision: isRevisionText },
});
const retry = shapeOf({ type: oneOf('retry'), attempt: isCount });
const timer = shapeOf({ type: oneOf('timer') });
const writeShape = shapeOf({
  ...{ revision: isRevisionText, time: isTime, effect: oneOf('created', 'updated', 'removed') },
  ...{ resource: isText, 'subresource?': isText, 'namespace?': isText, name: isText, user: isText, 'trace?': isText },
  'cause?': shapeOf({
    component: isText,
    reasons: listOf((reason) => [change, retry, timer].some((holds) => holds(reason))),
    'because?': isText,
  }),
});

/** Reports whether a value is a `RequestTrace`. */
export const isTrace: Check = (value) => traceShape(value) && !isDeeperThan(MOST_TRACE_LEVELS, value);

/** Reports whether a value is a `WriteRecord`. */
export const isWrite: Check = (value) => writeShape(value) && !isDeeperThan(MOST_TRACE_LEVELS, value);
