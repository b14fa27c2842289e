import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { groupResourceText } from '../../../../api/object.ts';
import { findResource, preferredResources } from '../../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection } from '../../../hooks/use-collection.ts';
import { ALL_NAMESPACES } from '../../../state/namespaces.ts';
import { resourceParameters } from '../../../state/objects/addresses.ts';
import { pluralKind } from '../../../state/objects/navigation.ts';
import type { PaletteEntry } from '../../../state/palette.ts';
import { identityKey, usernameOf } from '../../../state/stores/identity-store.ts';
import type { Theme } from '../../../state/stores/preferences-store.ts';
import { TOOLS } from '../tools.ts';
import { useClusterEntries } from './use-cluster-entries.ts';

/** Returns the palette's entries except objects. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const navigation = useNavigationEntries();
  const namespaces = useNamespaceEntries();
  const clusters = useClusterEntries();
  const actions = useActionEntries();
  return useMemo(
    () => [...navigation, ...namespaces, ...clusters, ...actions],
    [navigation, namespaces, clusters, actions],
  );
}

function useNavigationEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const discovery = useDiscovery();
  return useMemo(() => {
    const views = TOOLS.map(({ to, title }) => ({
      id: `view ${to}`,
      section: 'Views',
      title,
      run: () => void navigate({ to }),
    }));
    const kinds = preferredResources(discovery).flatMap((resource) => {
      const params = resourceParameters(resource);
      const common = { detail: groupResourceText(resource), words: [resource.resource, ...resource.shortNames] };
      const list = {
        ...common,
        id: `kind ${groupResourceText(resource)}`,
        section: 'Kinds',
        title: pluralKind(resource),
        run: () => void navigate({ to: '/objects/$group/$version/$resource', params }),
      };
      const create = {
        ...common,
        id: `create ${groupResourceText(resource)}`,
        section: 'Create',
        title: `Create ${resource.kind}`,
        run: () => void navigate({ to: '/create/$group/$version/$resource', params }),
      };
      const isListed = resource.verbs.includes('list');
      return [...(isListed ? [list] : []), ...(isListed && resource.verbs.includes('create') ? [create] : [])];
    });
    const apply = {
      id: 'apply',
      section: 'Create',
      title: 'Apply YAML',
      detail: 'Objects of any kind',
      words: ['create', 'import', 'paste', 'kubectl'],
      run: () => void navigate({ to: '/apply' }),
    };
    return [...views, apply, ...kinds];
  }, [navigate, discovery]);
}

function useNamespaceEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const { items } = useCollection(findResource(useDiscovery(), 'namespaces'));
  return useMemo(() => {
    const to = (namespace: string | undefined) => () =>
      void navigate({ to: '.', search: (search) => ({ ...search, namespace }) });
    const names = items.map(({ metadata }) => metadata.name ?? '').sort();
    return [
      { id: 'namespaces', section: 'Namespaces', title: ALL_NAMESPACES, run: to(undefined) },
      ...names.map((name) => ({
        id: `namespace ${name}`,
        section: 'Namespaces',
        title: name,
        detail: 'Namespace',
        run: to(name),
      })),
    ];
  }, [navigate, items]);
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'Use light theme'],
  ['dark', 'Use dark theme'],
  ['system', 'Use system theme'],
];

function useActionEntries(): readonly PaletteEntry[] {
  const { identity, preferences, shortcutHelp, terminal } = useApplication();
  const { identity: current, known, switchTo } = useStore(identity);
  return useMemo(() => {
    const { setTheme } = preferences.getState();
    const section = 'Actions';
    const others = known.filter((other) => identityKey(other) !== identityKey(current));
    const administrator = {
      id: 'stop impersonating',
      section,
      title: 'Stop impersonating',
      run: () => switchTo({ type: 'administrator' }),
    };
    return [
      ...(current.type === 'administrator' ? [] : [administrator]),
      ...others.map((other) => ({
        id: `impersonate ${identityKey(other)}`,
        section,
        title: `Impersonate ${usernameOf(other)}`,
        run: () => switchTo(other),
      })),
      {
        id: 'terminal',
        section,
        title: 'Open terminal',
        detail: 'Ctrl+`',
        words: ['kubectl', 'shell', 'console', 'command line'],
        run: () => terminal.getState().setOpen(true),
      },
      {
        id: 'keyboard shortcuts',
        section,
        title: 'Keyboard shortcuts',
        detail: '?',
        words: ['help', 'keys'],
        run: () => shortcutHelp.getState().setOpen(true),
      },
      ...THEMES.map(([theme, title]) => ({ id: `theme ${theme}`, section, title, run: () => setTheme(theme) })),
    ];
  }, [preferences, shortcutHelp, terminal, current, known, switchTo]);
}
