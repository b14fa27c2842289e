import { useEffect, useState } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { readOpenApi } from '../../commands/read-openapi.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { needsSchema } from '../../state/objects/object-template.ts';
import { requiredFields } from './required-fields.ts';

const NONE = {};

/** Returns the required fields of a kind that has no template of its own; undefined while its schema is being loaded. */
export function useRequiredFields(resource: DiscoveredResource): object | undefined {
  const { client } = useApplication();
  const isNeeded = needsSchema(resource, dialectNamed(dialectOf(useDiscovery())));
  const [fields, setFields] = useState<object>();
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    void readOpenApi(client, [resource], abort.signal).then((documents) => {
      if (!abort.signal.aborted) setFields(requiredFields(documents, resource));
    });
    return () => abort.abort();
  }, [client, resource, isNeeded]);
  return isNeeded ? fields : NONE;
}
