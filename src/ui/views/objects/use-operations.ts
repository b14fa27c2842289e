import { useState } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { ObjectName } from '../../commands/delete-objects.ts';
import { type Operation, type Outcome, operate } from '../../commands/kind-operations.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';

interface Report {
  readonly done: string;
  readonly outcomes: readonly Outcome[];
}

/** Runs operations on objects of a kind. A notification reports the outcome of one object, a dialog those of several. */
export function useOperations(resource: DiscoveredResource) {
  const application = useApplication();
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const [report, setReport] = useState<Report>();
  const operateOn = async (operation: Operation, names: readonly ObjectName[]): Promise<void> => {
    const outcomes = await operate(application, resource, operation, names, dialect);
    const { notify } = application.notifications.getState();
    const [only, ...others] = outcomes;
    if (others.length > 0 || !only) setReport({ done: operation.done, outcomes });
    else if (only.error === undefined) notify('success', `${operation.done} ${only.name}`);
    else notify('danger', `${operation.title} failed for ${only.name}`, errorText(only.error));
  };
  return { report, setReport, operateOn };
}
