import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodSender } from '../shell/network.ts';

/** The response of a server, and its log line about the request. */
interface Answer {
  readonly response: Response;
  readonly log: string;
}

/** A request to a server in a pod. */
export interface ServerRequest {
  readonly pod: Pod;
  readonly container: Container;
  readonly request: Request;
  /** The pod that sent it; undefined for a proxy. */
  readonly from: Pod | undefined;
  readonly network: PodSender | undefined;
  readonly now: number;
}

const text = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** The responses of `agnhost netexec` by path. */
const NETEXEC: Readonly<Record<string, (request: ServerRequest, query: URLSearchParams) => Answer | Promise<Answer>>> =
  {
    '/': ({ now }) => ({ response: text(`NOW: ${new Date(now).toISOString()}`), log: 'GET /' }),
    '/clientip': ({ from }) => ({
      response: text(`${from?.status?.podIP ?? '127.0.0.1'}:40000`),
      log: 'GET /clientip',
    }),
    '/echo': (_, query) => {
      const [message, code] = [query.get('msg') ?? '', query.get('code') ?? ''];
      const status = /^[2-5]\d\d$/.test(code) ? Number(code) : 200;
      return { response: text(message, status), log: `GET /echo?msg=${message}&code=${code}` };
    },
    '/healthz': () => ({ response: text(''), log: 'GET /healthz' }),
    '/hostname': ({ pod }) => ({ response: text(hostnameOf(pod)), log: 'GET /hostname' }),
    '/dial': dial,
  };

/** Answers for `agnhost netexec`. Unknown paths are answered like its root. */
export async function answerNetexec(request: ServerRequest): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.request.url);
  const path = pathname.toLowerCase();
  const answer = (Object.hasOwn(NETEXEC, path) ? NETEXEC[path] : undefined) ?? NETEXEC['/'];
  return answer ? answer(request, searchParams) : { response: text(''), log: 'GET /' };
}

const hostnameOf = ({ metadata, spec }: Pod): string =>
  (spec?.hostNetwork ? spec.nodeName : spec?.hostname) || (metadata.name ?? '');

/** Sends requests to another server, as often as the query specifies, and reports the responses. */
async function dial({ pod, network }: ServerRequest, query: URLSearchParams): Promise<Answer> {
  const read = (name: string): string => query.get(name) ?? '';
  const [host, port, wanted, protocol] = [read('host'), read('port'), read('request'), read('protocol') || 'http'];
  const log = `GET /dial?host=${host}&protocol=${protocol}&port=${port}&request=${wanted}&tries=${read('tries')}`;
  if (wanted === '') return { response: text('request parameter not specified. <nil>\n', 400), log };
  const request =
    protocol === 'udp'
      ? ({ protocol, host, port: Number(port), data: wanted } as const)
      : ({ protocol: 'http', url: `http://${host}:${port}/${wanted}`, method: 'GET' } as const);
  const isChain = request.protocol === 'http' && isDial(request.url);
  const responses: string[] = [];
  const errors: string[] = [];
  for (let tries = Math.min(Number(read('tries') || 1), MOST_TRIES); tries > 0; tries--) {
    const answer = isChain ? undefined : await network?.send(pod, request);
    if (answer === undefined) errors.push(`dial ${host}:${port}: connect: connection refused`);
    else responses.push(answer);
  }
  const output = { ...(errors.length > 0 ? { errors } : {}), ...(responses.length > 0 ? { responses } : {}) };
  return { response: text(JSON.stringify(output)), log };
}

const MOST_TRIES = 100;

/** Reports whether a URL makes another server dial, which would multiply requests with each server. */
const isDial = (url: string): boolean => URL.canParse(url) && new URL(url).pathname.toLowerCase() === '/dial';

const PORTER_PORT = /^SERVE_(?:TLS_|TCP_)?PORT_(\d+)$/;

/** Returns the response of `agnhost porter` on a port: the value of a variable. Undefined where it does not listen. */
export const porterText = ({ env = [] }: Container, port: number): string | undefined =>
  env.find(({ name }) => Number(PORTER_PORT.exec(name)?.[1]) === port)?.value;

/** Answers for `agnhost porter`. */
export function answerPorter({ container, request }: ServerRequest, body: string): Response {
  const isJson = [...(container.command ?? []), ...(container.args ?? [])].includes('--json-response');
  if (isJson) return Response.json({ Method: request.method, Body: body });
  const type = body.startsWith('<') ? 'text/html' : 'text/plain';
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
