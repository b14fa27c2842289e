import { timeText } from '../../../api/environment.ts';
import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type { BoundObjectReference, TokenRequest } from '../../../api/kinds/authentication-v1.generated.ts';
import type { Pod, Secret } from '../../../api/kinds/core-v1.generated.ts';
import { parseApiVersion } from '../../../api/object.ts';
import { badRequest, conflict, invalidObject, notFound, resourceNotFound } from '../../../api/status.ts';
import {
  type ObjectIdentity,
  signServiceAccountToken,
} from '../../../authentication/service-accounts/service-account-token.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { audiencesOf, durationOf, issuersOf } from '../../identity/open-authenticator.ts';
import { answerReview, readReview } from './review-body.ts';

const DEFAULT_SECONDS = 3600;
const MINIMUM_SECONDS = 600;
const MAXIMUM_SECONDS = 2 ** 32;
/** The lifetime that pods' token volumes request, and get. */
const PROJECTED_SECONDS = 3607;
const EXTENDED_SECONDS = 365 * 86_400;

/** POST of a service account's token subresource. Responds with a signed token, optionally bound to a pod or secret. */
export const tokenRequest: Endpoint = async (call) => {
  const { info, server } = call;
  const { namespace, name } = info;
  const reviewed = tokenRequestResource(call);
  const { body, admit } = await readReview<TokenRequest>(call, {
    reviewed,
    setDefaults: ({ spec }) => {
      spec.expirationSeconds ??= DEFAULT_SECONDS;
      // Only the response contains the null.
      if (!spec.boundObjectRef) delete spec.boundObjectRef;
    },
  });
  const { spec, metadata } = body;
  if (metadata.name && metadata.name !== name) {
    const error = invalid('metadata.name', metadata.name, 'must match the service account name if specified');
    throw invalidObject(reviewed, name, [error]);
  }
  const account = await server.reader.get('', 'serviceaccounts', namespace, name);
  if (!account) throw notFound({ group: '', resource: 'serviceaccounts' }, name);
  if (!spec.audiences?.length && !server.dialect.follows('token-audiences-required')) {
    spec.audiences = [...audiencesOf(server.flags)];
  }
  metadata.name = name;
  metadata.namespace ||= namespace;
  const now = server.clock.now();
  metadata.creationTimestamp = timeText(now);
  const errors = specErrors(body);
  if (errors.length) throw invalidObject(reviewed, '', errors);
  await admit();
  const bound = await boundObject(call, spec.boundObjectRef);
  // Checked last, so that this rule of the specification does not hide errors that the real server has too.
  if (!spec.audiences?.length) throw invalidObject(reviewed, '', [required('spec.audiences')]);
  shorten(call, spec);
  const token = await signServiceAccountToken(
    {
      issuer: issuersOf(server.flags)[0],
      namespace,
      serviceAccount: { name, uid: account.metadata.uid ?? '' },
      ...bound,
      audiences: spec.audiences,
      ...lifetime(call, spec, bound.pod !== undefined),
    },
    { key: await server.serviceAccountKeys.signingKey(), dialect: server.dialect, clock: server.clock },
  );
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  body.status = { token, expirationTimestamp: timeText(now + seconds * 1000) };
  return answerReview({ ...call, resource: reviewed }, body);
};

/** Shortens the lifetime to the maximum of the flags. */
function shorten({ server: { flags }, warnings }: Call, spec: TokenRequest['spec']): void {
  const maximum = Math.floor(durationOf(flags, 'service-account-max-token-expiration') / 1000);
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  if (maximum <= 0 || seconds <= maximum) return;
  warnings.push(`requested expiration of ${seconds} seconds shortened to ${maximum} seconds`);
  spec.expirationSeconds = maximum;
}

/** A year for pods' tokens, because not every program reads the renewed token. */
function lifetime({ server: { flags } }: Call, spec: TokenRequest['spec'], isOfPod: boolean) {
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  const own = audiencesOf(flags);
  const isForServer = own.length === spec.audiences?.length && own.every((item) => spec.audiences?.includes(item));
  const isExtended =
    flags['service-account-extend-token-expiration'] && isOfPod && seconds === PROJECTED_SECONDS && isForServer;
  return isExtended
    ? { expirationSeconds: EXTENDED_SECONDS, warnAfterSeconds: seconds }
    : { expirationSeconds: seconds };
}

/** The body belongs to another group than the path. */
function tokenRequestResource(call: Parameters<Endpoint>[0]): ServedResource {
  const kind = call.resource.subresources.get('token')?.kind;
  const schema = kind && call.server.schemas.schemaOf(kind);
  if (!schema) throw resourceNotFound();
  return { ...call.resource, ...kind, schema };
}

function specErrors({ spec }: TokenRequest): FieldError[] {
  const { expirationSeconds = DEFAULT_SECONDS } = spec;
  const errors: FieldError[] = [];
  const complain = (detail: string) => errors.push(invalid('spec.expirationSeconds', expirationSeconds, detail));
  if (expirationSeconds < MINIMUM_SECONDS) complain('may not specify a duration less than 10 minutes');
  if (expirationSeconds > MAXIMUM_SECONDS) complain('may not specify a duration larger than 2^32 seconds');
  return errors;
}

/** Returns the pod or secret that the token is bound to. */
async function boundObject(
  { server, info }: Call,
  ref: BoundObjectReference | undefined | null,
): Promise<{ pod?: ObjectIdentity; secret?: ObjectIdentity }> {
  if (!ref) return {};
  const { kind = '', name = '' } = ref;
  const { apiVersion = '' } = ref;
  // A malformed apiVersion counts as empty.
  const { group, version } = parseApiVersion(apiVersion.split('/').length > 2 ? '' : apiVersion);
  if (group !== '' || (kind !== 'Pod' && kind !== 'Secret')) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  if (name === '') throw badRequest('Name parameter required.');
  const resource = kind === 'Pod' ? 'pods' : 'secrets';
  const object = await server.reader.get<Pod | Secret>('', resource, info.namespace, name);
  if (!object) throw notFound({ group: '', resource }, name);
  if (kind === 'Pod' && (object as Pod).spec?.serviceAccountName !== info.name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(info.name)} to pod running with different serviceaccount name.`,
    );
  }
  const uid = object.metadata.uid ?? '';
  if (ref.uid && ref.uid !== uid) {
    throw conflict(
      { group: '', resource: kind },
      name,
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  }
  return kind === 'Pod' ? { pod: { name, uid } } : { secret: { name, uid } };
}
