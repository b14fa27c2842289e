import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installWebSocket } from '../../../src/hosts/browser/install-web-socket.ts';

class PlatformSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly url: string;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
  }
}

describe('the installed WebSocket', () => {
  /** Paths of the sockets that the cluster opened. */
  let opened: unknown[];
  const call = async (method: string, ...parameters: readonly unknown[]): Promise<unknown> => {
    if (method === 'socket.open') opened.push((parameters[0] as { path: string }).path);
    return new Promise(() => undefined);
  };
  beforeEach(() => {
    opened = [];
    vi.stubGlobal('WebSocket', PlatformSocket);
    vi.stubGlobal('document', { baseURI: 'https://shop.example/app/' });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['a watch', 'wss://shop.example/k8s/api/v1/pods?watch=true', '/api/v1/pods?watch=true'],
    [
      'a process',
      'https://shop.example/k8s/api/v1/namespaces/a/pods/web/exec?command=sh',
      '/api/v1/namespaces/a/pods/web/exec?command=sh',
    ],
    ['a path', '/k8s/apis/apps/v1/deployments?watch=1', '/apis/apps/v1/deployments?watch=1'],
  ])('connects to the cluster for the address of %s', (_, url, path) => {
    installWebSocket('https://shop.example/k8s', call);
    const socket = new WebSocket(url);
    expect(opened).toEqual([path]);
    expect(socket).toBeInstanceOf(WebSocket);
    expect([socket.url, WebSocket.OPEN]).toEqual([`wss://shop.example/k8s${path}`, 1]);
  });

  it.each([
    ['of another host', 'wss://other.example/k8s/api/v1/pods?watch=true'],
    ['of another cluster', 'wss://shop.example/other/api/v1/pods?watch=true'],
    ['outside of the API', 'wss://shop.example/k8s/live'],
    ['of a path that only begins like the prefix', 'wss://shop.example/k8s-2/api/v1/pods?watch=true'],
    ['that is not valid', 'wss://'],
  ])('leaves an address %s to the browser', (_, url) => {
    installWebSocket('https://shop.example/k8s', call);
    expect(new WebSocket(url).url).toBe(url);
    expect(opened).toEqual([]);
  });

  it('leaves all addresses to the browser once it is removed, also through a reference that the page has kept', () => {
    const remove = installWebSocket('https://shop.example', call);
    const kept = WebSocket;
    remove();
    expect(WebSocket).toBe(PlatformSocket);
    expect(new kept('wss://shop.example/api/v1/pods?watch=true').url).toBe('wss://shop.example/api/v1/pods?watch=true');
    expect(opened).toEqual([]);
  });

  it('serves several clusters of a page, in whichever order they are removed', () => {
    const removeFirst = installWebSocket('https://shop.example/a', call);
    const removeSecond = installWebSocket('https://shop.example/b', call);
    new WebSocket('/a/api/v1/pods');
    new WebSocket('/b/api/v1/nodes');
    removeFirst();
    new WebSocket('/a/api/v1/pods');
    new WebSocket('/b/api/v1/services');
    removeSecond();
    new WebSocket('/b/api/v1/nodes');
    expect(opened).toEqual(['/api/v1/pods', '/api/v1/nodes', '/api/v1/services']);
  });
});
