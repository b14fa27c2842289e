import type { Fault } from '../cluster.ts';
import { DURATION_EXPECTED, milliseconds, readMilliseconds } from '../options/milliseconds.ts';

/** A fault with its durations in milliseconds. */
export interface CheckedFault extends Omit<Fault, 'latency' | 'disconnect'> {
  readonly latency?: number;
  readonly disconnect?: true | number;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const isMethods = (value: unknown): boolean =>
  Array.isArray(value) && value.every((method) => METHODS.includes(String(method).toUpperCase()));
const isFrom = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

/** Whether a value of a field is valid, and the requirement for valid values. */
const FIELDS: Readonly<Record<keyof Fault, readonly [(value: unknown) => boolean, string]>> = {
  path: [
    (value) => typeof value === 'string' && /^(\/|\*\*)/.test(value),
    'must begin with "/" or "**", such as /api/v1/nodes/* or **/pods',
  ],
  methods: [isMethods, `must be a list of ${METHODS.join(', ')}`],
  share: [(value) => isFrom(value, 0, 1), 'must be a number from 0 to 1'],
  times: [(value) => Number.isInteger(value) && Number(value) > 0, 'must be a positive integer'],
  latency: [(value) => readMilliseconds(value) !== undefined, DURATION_EXPECTED],
  status: [(value) => Number.isInteger(value) && isFrom(value, 400, 599), 'must be an HTTP status from 400 to 599'],
  disconnect: [
    (value) => value === true || readMilliseconds(value) !== undefined,
    `must be true, or a duration: it ${DURATION_EXPECTED}`,
  ],
};

/** Returns a fault with its durations in milliseconds. @throws RangeError that names the field */
export function checkedFault(fault: Fault): CheckedFault {
  for (const [name, value] of Object.entries(fault)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof Fault] : undefined;
    if (!field) throw new RangeError(`a fault has no field ${name}; its fields are ${Object.keys(FIELDS).join(', ')}`);
    const [isValid, expected] = field;
    if (value !== undefined && !isValid(value))
      throw new RangeError(`${name} ${expected}, not ${JSON.stringify(value) ?? String(value)}`);
  }
  const { latency, disconnect, ...rest } = fault;
  return {
    ...rest,
    ...(latency === undefined ? {} : { latency: milliseconds('latency', latency) }),
    ...(disconnect === undefined
      ? {}
      : { disconnect: disconnect === true ? disconnect : milliseconds('disconnect', disconnect) }),
  };
}
