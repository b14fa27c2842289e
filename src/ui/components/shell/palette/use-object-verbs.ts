import { useMatch, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { qualifiedResource } from '../../../../api/debug/causes.ts';
import { dialectNamed } from '../../../../api/dialect.ts';
import { errorText } from '../../../../api/error-text.ts';
import type { DiscoveredResource } from '../../../../client/discovery.ts';
import type { ObjectName } from '../../../commands/delete-objects.ts';
import { duplicateObject } from '../../../commands/duplicate-object.ts';
import { operate, operationsOf } from '../../../commands/kind-operations.ts';
import { hasShell, openShell } from '../../../commands/open-shell.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { namespaceOf, resourceAt, resourceParameters } from '../../../state/objects/addresses.ts';
import type { PaletteEntry } from '../../../state/palette.ts';

const OBJECT = '/objects/$group/$version/$resource/$in/$name';

/** A verb that needs a dialog, and its object. */
export interface AskedVerb {
  readonly verb: 'scale' | 'delete';
  readonly resource: DiscoveredResource;
  readonly object: ObjectName;
}

/** Tabs of the page of an object, with the verbs that open them. */
const TABS: readonly (readonly [tab: string | undefined, title: string, words: readonly string[]])[] = [
  [undefined, 'Why', ['why', 'describe', 'overview']],
  ['yaml', 'Edit YAML', ['edit', 'yaml']],
  ['events', 'Events', ['events']],
  ['history', 'History', ['history', 'changes']],
  ['graph', 'Graph', ['graph', 'relations']],
];

/** Returns the palette's entries for the object in view: its verbs, and the tabs of its page. */
export function useObjectVerbs(onAsk: (asked: AskedVerb) => void): readonly PaletteEntry[] {
  const application = useApplication();
  const discovery = useDiscovery();
  const navigate = useNavigate();
  const parameters = useMatch({ from: OBJECT, shouldThrow: false, select: ({ params }) => params });
  return useMemo(() => {
    const resource = parameters && resourceAt(discovery, parameters);
    if (!resource) return [];
    const { name } = parameters;
    const namespace = namespaceOf(parameters);
    const object: ObjectName = { name, ...(namespace ? { namespace } : {}) };
    const { verbs, subresources } = resource;
    const entry = (title: string, words: readonly string[], run: () => void): PaletteEntry => ({
      id: `verb ${title}`,
      section: `${resource.kind} ${name}`,
      title,
      words: [title.replace('…', ''), ...words],
      run,
    });
    const open = (tab: string | undefined) => () =>
      void navigate({ to: OBJECT, params: parameters, search: (old) => ({ ...old, tab }) });
    const perform = async (operation: ReturnType<typeof operationsOf>[number]) => {
      const dialect = dialectNamed(dialectOf(discovery));
      const [outcome] = await operate(application, resource, operation, [object], dialect);
      const { notify } = application.notifications.getState();
      if (outcome?.error === undefined) notify('success', `${operation.done} ${name}`);
      else notify('danger', `${operation.title} failed for ${name}`, errorText(outcome.error));
    };
    const duplicate = async () => {
      if (await duplicateObject(application, resource, object))
        void navigate({ to: '/create/$group/$version/$resource', params: resourceParameters(resource) });
    };
    const follow = () =>
      void navigate({
        to: '/follow',
        search: { resource: qualifiedResource(resource.resource, resource.group), in: namespace, name },
      });
    return [
      ...(subresources.includes('log') ? [entry('Logs', ['logs'], open('logs'))] : []),
      ...(hasShell(application, resource)
        ? [entry('Shell', ['exec', 'sh', 'terminal'], () => openShell(application, object))]
        : []),
      ...(subresources.includes('scale')
        ? [entry('Scale…', ['scale'], () => onAsk({ verb: 'scale', resource, object }))]
        : []),
      ...(verbs.includes('patch')
        ? operationsOf(resource).map((operation) => entry(operation.title, [], () => void perform(operation)))
        : []),
      ...TABS.map(([tab, title, words]) => entry(title, words, open(tab))),
      entry('Follow the last change', ['follow'], follow),
      ...(verbs.includes('create') ? [entry('Duplicate', ['copy'], () => void duplicate())] : []),
      ...(verbs.includes('delete')
        ? [entry('Delete…', ['delete'], () => onAsk({ verb: 'delete', resource, object }))]
        : []),
    ];
  }, [application, discovery, navigate, parameters, onAsk]);
}
