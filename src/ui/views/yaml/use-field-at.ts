import { useNavigate } from '@tanstack/react-router';
import { groupResourceText, parseApiVersion } from '../../../api/object.ts';
import { findKind } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import type { FieldAt } from './monaco/field-links.ts';
import { keyAt } from './value-at.ts';

/** Returns the function that opens the field at an offset of a text in the API explorer. */
export function useFieldAt(): FieldAt {
  const discovery = useDiscovery();
  const navigate = useNavigate();
  return useStableCallback((text: string, offset: number) => {
    const found = keyAt(text, offset);
    if (!found) return undefined;
    const { group, version } = parseApiVersion(found.object.apiVersion ?? '');
    const resource = findKind(discovery, found.object.kind ?? '', group);
    if (!resource) return undefined;
    // The explorer has one field for all items of a list.
    const field = found.path.filter((part) => typeof part === 'string').join('.');
    return () => void navigate({ to: '/explorer', search: { resource: groupResourceText(resource), version, field } });
  });
}
