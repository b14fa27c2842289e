import { type FieldError, forbiddenField, invalid, required } from '../../../../api/field-error.ts';
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from '../../../../api/kinds/core-v1.generated.ts';
import { isHttpHeaderName, isValidPortName, isValidPortNumber } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { checkMembers, NONNEGATIVE } from '../../../member-rules.ts';

const SCHEMES = ['HTTP', 'HTTPS'];

/** Validates a port number or an IANA service name. */
export const validatePortReference = (port: string | number, field: string): FieldError[] =>
  invalidFor(field, port, typeof port === 'number' ? isValidPortNumber(port) : isValidPortName(port));

const validateHttpGet = checkMembers<HTTPGetAction>({
  path: { notEmpty: true },
  port: validatePortReference,
  scheme: { absentIs: '', oneOf: SCHEMES },
  // Errors of headers have the path of the list.
  httpHeaders: (headers, field) => headers.flatMap(({ name }) => invalidFor(field, name, isHttpHeaderName(name))),
});

/** Requires exactly one handler type. */
function validateHandler(handler: LifecycleHandler & Pick<Probe, 'grpc'>, field: string): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc } = handler;
  const kinds: (readonly [string, () => FieldError[]])[] = [];
  if (exec) kinds.push(['exec', () => (exec.command?.length ? [] : [required(`${field}.exec.command`)])]);
  if (httpGet) kinds.push(['httpGet', () => validateHttpGet(httpGet, `${field}.httpGet`)]);
  if (tcpSocket) kinds.push(['tcpSocket', () => validatePortReference(tcpSocket.port, `${field}.tcpSocket.port`)]);
  if (grpc) kinds.push(['grpc', () => validatePortReference(grpc.port, `${field}.grpc.port`)]);
  if (kinds.length === 0) return [required(field, 'must specify a handler type')];
  return kinds.flatMap(([name, validate], index) =>
    index === 0 ? validate() : [forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type')],
  );
}

export const validateLifecycle = checkMembers<Lifecycle>({ postStart: validateHandler, preStop: validateHandler });

const validateCounts = checkMembers<Probe>({
  initialDelaySeconds: NONNEGATIVE,
  timeoutSeconds: NONNEGATIVE,
  periodSeconds: NONNEGATIVE,
  successThreshold: NONNEGATIVE,
  failureThreshold: NONNEGATIVE,
  terminationGracePeriodSeconds: { minimum: [1, 'must be greater than 0'] },
});

const validateProbe = (probe: Probe, field: string): FieldError[] => [
  ...validateHandler(probe, field),
  ...validateCounts(probe, field),
];

/** Validates a liveness or startup probe, whose success threshold must be 1. */
export function validateLivenessProbe(probe: Probe, field: string): FieldError[] {
  const errors = validateProbe(probe, field);
  const successes = probe.successThreshold ?? 0;
  if (successes !== 1) errors.push(invalid(`${field}.successThreshold`, successes, 'must be 1'));
  return errors;
}

export function validateReadinessProbe(probe: Probe, field: string): FieldError[] {
  const errors = validateProbe(probe, field);
  const { terminationGracePeriodSeconds: grace } = probe;
  if (grace != null) {
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes'));
  }
  return errors;
}
