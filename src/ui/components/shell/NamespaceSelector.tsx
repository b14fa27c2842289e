import {
  Divider,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  SearchInput,
  Select,
  SelectList,
  SelectOption,
} from '@patternfly/react-core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { findResource } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';

const ALL = 'All namespaces';

/** The namespace of all views, kept in the address. Users can type a name that they cannot list. */
export function NamespaceSelector() {
  const namespace = useSearch({ from: '__root__', select: (search) => search.namespace });
  const navigate = useNavigate();
  const { items } = useCollection(findResource(useDiscovery(), 'namespaces'));
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState('');
  const names = items.map(({ metadata }) => metadata.name ?? '').sort();
  const shown = names.filter((name) => name.includes(filter));
  const choose = (name: string | undefined) => {
    setOpen(false);
    setFilter('');
    void navigate({ to: '.', search: (search) => ({ ...search, namespace: name }) });
  };
  return (
    <Select
      isOpen={isOpen}
      isScrollable
      onOpenChange={setOpen}
      selected={namespace ?? ALL}
      onSelect={(_, value) => choose(value === ALL ? undefined : String(value))}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="tp-namespace"
          aria-label={`Namespace: ${namespace ?? ALL}`}
        >
          <span className="tp-namespace-label">Namespace</span> {namespace ?? ALL}
        </MenuToggle>
      )}
    >
      <MenuSearch>
        <MenuSearchInput>
          <SearchInput
            value={filter}
            onChange={(_, value) => setFilter(value)}
            aria-label="Filter namespaces"
            placeholder="Filter or type a name"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && filter) choose(shown[0] ?? filter);
            }}
          />
        </MenuSearchInput>
      </MenuSearch>
      <Divider />
      <SelectList>
        {filter === '' && <SelectOption value={ALL}>{ALL}</SelectOption>}
        {shown.map((name) => (
          <SelectOption key={name} value={name}>
            {name}
          </SelectOption>
        ))}
        {filter !== '' && !names.includes(filter) && (
          <SelectOption value={filter}>Use namespace “{filter}”</SelectOption>
        )}
      </SelectList>
    </Select>
  );
}
