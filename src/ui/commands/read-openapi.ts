import type { GroupVersionKind } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';

/** The parts of an `/openapi/v3` document that the UI reads. */
export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, Record<string, unknown>>> };
}

/** The index at `/openapi/v3`. */
interface OpenApiIndex {
  readonly paths?: Readonly<Record<string, { readonly serverRelativeURL?: string } | undefined>>;
}

/** Loads the OpenAPI documents of some kinds. The editor works without them: failures are ignored. */
export async function readOpenApi(
  client: ApiClient,
  kinds: readonly Pick<GroupVersionKind, 'group' | 'version'>[],
  signal: AbortSignal,
): Promise<OpenApiDocument[]> {
  const groups = new Set(kinds.map(({ group, version }) => (group ? `apis/${group}/${version}` : `api/${version}`)));
  try {
    const index = (await (await client.request('/openapi/v3', { signal })).json()) as OpenApiIndex;
    const addresses = [...groups].flatMap((group) => index.paths?.[group]?.serverRelativeURL ?? []);
    const answers = await Promise.all(addresses.map((address) => client.request(address, { signal })));
    return await Promise.all(answers.map((answer) => answer.json() as Promise<OpenApiDocument>));
  } catch {
    return [];
  }
}
