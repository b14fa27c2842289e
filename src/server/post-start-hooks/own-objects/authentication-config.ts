import type { ConfigMap } from '../../../api/kinds/core-v1.generated.ts';
import { CORE_GROUP } from '../../../api/kubernetes-names.ts';
import { pemBlocks, writePem } from '../../../x509/pem.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { writeOwnObject } from './write-own-object.ts';

type Data = Readonly<Record<string, string>>;

/** Flags of trusted proxies that are JSON lists in the config map, in their order. */
const HEADER_FLAGS = [
  'requestheader-username-headers',
  'requestheader-group-headers',
  'requestheader-extra-headers-prefix',
  'requestheader-allowed-names',
] as const;

/** Publishes the authorities and headers by which this server authenticates, for aggregated servers and controllers. */
export async function keepAuthenticationConfig(server: ServerContext): Promise<void> {
  const { flags, certificates } = server;
  const clientAuthorities = `${await certificates.authority()}${flags['client-ca-file']}`;
  await writeOwnObject<ConfigMap>(server, {
    ...{
      group: CORE_GROUP,
      resource: 'configmaps',
      namespace: 'kube-system',
      name: 'extension-apiserver-authentication',
    },
    desired(live) {
      const known = live?.data ?? {};
      const data = {
        'client-ca-file': joinedCertificates(known['client-ca-file'], clientAuthorities),
        ...(flags['requestheader-client-ca-file'] ? proxyData(server, known) : {}),
      };
      if (live && Object.entries(data).every(([key, value]) => known[key] === value)) return undefined;
      return { metadata: live?.metadata ?? {}, data: { ...known, ...data } };
    },
  });
}

function proxyData({ flags }: ServerContext, known: Data): Data {
  const lists = HEADER_FLAGS.map((name) => {
    const given = flags[name].split(',').filter((item) => item !== '');
    return [name, JSON.stringify([...new Set([...listIn(known[name]), ...given])])];
  });
  return {
    ...Object.fromEntries(lists),
    'requestheader-client-ca-file': joinedCertificates(
      known['requestheader-client-ca-file'],
      flags['requestheader-client-ca-file'],
    ),
  };
}

/** Returns the list in a JSON value; an empty list when the value is malformed. */
function listIn(text = '[]'): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** Returns the distinct certificates of two PEM texts. Servers of one cluster may have different authorities. */
const joinedCertificates = (known = '', given = ''): string =>
  [
    ...new Set(
      pemBlocks(`${known}\n${given}`)
        .filter(({ type }) => type === 'CERTIFICATE')
        .map(({ bytes }) => writePem('CERTIFICATE', bytes)),
    ),
  ].join('');
