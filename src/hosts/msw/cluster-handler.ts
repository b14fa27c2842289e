import { HttpHandler, type ResponseResolver } from 'msw';
import { isWatch } from '../worker/limit-watch.ts';

/** Reports whether the response to a request is a stream that stays open. */
export const isEndless = (request: Request, url = new URL(request.url)): boolean =>
  isWatch(request, url) || url.searchParams.has('follow');

/**
 * A handler of all methods that logs endless responses on the console without their content, which MSW would wait for.
 */
export class ClusterHandler extends HttpHandler {
  constructor(addresses: RegExp, resolver: ResponseResolver<{ params: Record<string, string> }>) {
    super(/.+/, addresses, resolver);
  }

  override async log({ request, response }: { request: Request; response: Response }): Promise<void> {
    if (!isEndless(request)) return super.log({ request, response });
    await response.body?.cancel();
    const { status, statusText } = response;
    return super.log({ request, response: new Response(null, { status, statusText }) });
  }
}
