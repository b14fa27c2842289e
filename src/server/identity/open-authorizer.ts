import type { Dialect } from '../../api/dialect.ts';
import type { Clock, Fetch } from '../../api/environment.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { type AuthorizerOptions, createAuthorizer } from '../../authorization/index.ts';
import type { RuleAuthorizer } from '../../authorization/rules-review.ts';
import { callOut } from '../../outgoing/callout.ts';
import { readKubeconfig } from '../../outgoing/kubeconfig.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import { FlagError, readDurationFlag, type ServerFlags } from '../flags/server-flags.ts';

export interface AuthorizerParts {
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/** Opens the authorizers that the flags configure. @throws Error for the person who set them */
export function openAuthorizer(flags: ServerFlags, { reader, dialect, clock, fetch }: AuthorizerParts): RuleAuthorizer {
  const modes = flags['authorization-mode'].split(',');
  const configuration = flags['authorization-webhook-config-file'];
  if (configuration !== '' && !modes.includes('Webhook')) {
    throw new FlagError('cannot specify --authorization-webhook-config-file without mode Webhook');
  }
  const webhook = configuration === '' ? {} : { webhook: webhookOptions(flags, configuration, { clock, fetch }) };
  return createAuthorizer({ modes, reader, dialect, ...webhook });
}

function webhookOptions(
  flags: ServerFlags,
  configuration: string,
  { clock, fetch }: Pick<AuthorizerParts, 'clock' | 'fetch'>,
): NonNullable<AuthorizerOptions['webhook']> {
  const version = flags['authorization-webhook-version'];
  if (version !== 'v1' && version !== 'v1beta1') {
    throw new FlagError(`--authorization-webhook-version must be v1 or v1beta1, not ${version}`);
  }
  const target = readKubeconfig(readYaml(configuration));
  return {
    ask: (review) => callOut({ fetch, clock, target }, review),
    version,
    authorizedTtl: readDurationFlag(flags, 'authorization-webhook-cache-authorized-ttl'),
    unauthorizedTtl: readDurationFlag(flags, 'authorization-webhook-cache-unauthorized-ttl'),
    clock,
  };
}
