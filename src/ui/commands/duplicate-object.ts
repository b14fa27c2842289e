import { stringify } from 'yaml';
import { errorText } from '../../api/error-text.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { cleanObject } from '../../client/manifests/clean-objects.ts';
import type { Application } from '../application.ts';
import { draftKey } from '../state/stores/draft-key.ts';

/**
 * Opens a copy of an object as a draft of a new one, under another name and without server fields.
 * @returns false when the object could not be read; the failure has been reported
 */
export async function duplicateObject(
  { client, drafts, notifications }: Pick<Application, 'client' | 'drafts' | 'notifications'>,
  resource: DiscoveredResource,
  { namespace, name = '' }: ObjectMeta,
): Promise<boolean> {
  const { group, version, resource: plural } = resource;
  try {
    const object = await client.get({ group, version, resource: plural, name, ...(namespace ? { namespace } : {}) });
    const { metadata, ...content } = cleanObject(object);
    const { generateName: _, ...kept } = metadata;
    const { apiVersion, kind, ...rest } = content;
    const copy = { apiVersion, kind, metadata: { ...kept, name: `${name}-copy` }, ...rest };
    const text = stringify(copy, { aliasDuplicateObjects: false });
    drafts.getState().keep(draftKey(resource, undefined), { text, base: undefined });
    return true;
  } catch (error) {
    const reason = errorText(error);
    notifications.getState().notify('danger', `${name} could not be duplicated`, reason);
    return false;
  }
}
