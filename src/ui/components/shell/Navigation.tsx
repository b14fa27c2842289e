import { Nav, NavGroup, NavItem, NavList, PageSidebar, PageSidebarBody, SearchInput } from '@patternfly/react-core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { favouriteResources, navigationGroups, pluralKind } from '../../state/objects/navigation.ts';
import { NavigationGroupItem } from './NavigationGroupItem.tsx';
import { TOOLS } from './tools.ts';

/** Tools, pinned kinds and all served kinds. */
export function Navigation({ isOpen: isSidebarOpen }: { readonly isOpen: boolean }) {
  const discovery = useDiscovery();
  const favourites = useStore(useApplication().preferences, (state) => state.favourites);
  const [filter, setFilter] = useState('');
  const pathname = useLocation({ select: (location) => location.pathname });
  const groups = useMemo(() => navigationGroups(discovery, filter), [discovery, filter]);
  const pinned = useMemo(() => favouriteResources(discovery, favourites), [discovery, favourites]);
  const isOpen = ({ group, resource }: DiscoveredResource) =>
    pathname.startsWith(`/objects/${group || 'core'}/`) && pathname.split('/')[4] === resource;
  return (
    <PageSidebar isSidebarOpen={isSidebarOpen} className={isSidebarOpen ? 'pf-m-expanded' : ''}>
      <PageSidebarBody isFilled>
        <Nav aria-label="Views and kinds" className="tp-navigation">
          <NavList>
            {TOOLS.map(({ to, title, icon: ToolIcon }) => (
              <NavItem key={to} isActive={pathname === to} icon={<ToolIcon />}>
                <Link to={to}>{title}</Link>
              </NavItem>
            ))}
          </NavList>
          {pinned.length > 0 && (
            <NavGroup title="Pinned">
              {pinned.map((resource) => (
                <ResourceItem key={groupResourceKey(resource)} resource={resource} isActive={isOpen(resource)} />
              ))}
            </NavGroup>
          )}
          <NavGroup title="All kinds">
            <li className="tp-navigation-filter">
              <SearchInput
                value={filter}
                onChange={(_, value) => setFilter(value)}
                onClear={() => setFilter('')}
                placeholder="Filter kinds"
                aria-label="Filter kinds"
              />
            </li>
            {groups.map(({ group, title, resources }) => (
              <NavigationGroupItem
                key={`${group} ${filter === ''}`}
                title={title}
                description={group || 'core group'}
                isActive={resources.some(isOpen)}
                startsOpen={filter !== '' || (resources.some(isOpen) && !pinned.some(isOpen))}
              >
                {resources.map((resource) => (
                  <ResourceItem key={resource.resource} resource={resource} isActive={isOpen(resource)} />
                ))}
              </NavigationGroupItem>
            ))}
            {groups.length === 0 && filter !== '' && <li className="tp-navigation-none">No kinds match “{filter}”.</li>}
          </NavGroup>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}

function ResourceItem({ resource, isActive }: { readonly resource: DiscoveredResource; readonly isActive: boolean }) {
  return (
    <NavItem isActive={isActive}>
      <Link to="/objects/$group/$version/$resource" params={resourceParameters(resource)}>
        {pluralKind(resource)}
      </Link>
    </NavItem>
  );
}
