import {
  Button,
  Divider,
  MenuFooter,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  SearchInput,
  Select,
  SelectList,
  SelectOption,
} from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { findResource } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { ALL_NAMESPACES, MOST_NAMESPACES, namespaceParameter } from '../../state/namespaces.ts';

/**
 * The namespaces of all views, kept in the address. A check box adds a namespace to the selection or removes it; *Only*
 * selects one and closes the menu. Users can type a name that they cannot list.
 */
export function NamespaceSelector() {
  const chosen = useNamespaces();
  const navigate = useNavigate();
  const { items } = useCollection(findResource(useDiscovery(), 'namespaces'));
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState('');
  const listed = items.map(({ metadata }) => metadata.name ?? '');
  const names = [...new Set([...listed, ...chosen])].sort();
  const shown = names.filter((name) => name.includes(filter));
  const isFull = chosen.length >= MOST_NAMESPACES;
  const select = (selection: readonly string[]) =>
    void navigate({ to: '.', search: (search) => ({ ...search, namespace: namespaceParameter(selection) }) });
  const close = () => {
    setOpen(false);
    setFilter('');
  };
  const selectOnly = (selection: readonly string[]) => {
    close();
    select(selection);
  };
  const toggle = (name: string) =>
    select(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const text = chosen.length === 0 ? ALL_NAMESPACES : chosen.join(', ');
  return (
    <Select
      role="menu"
      isOpen={isOpen}
      isScrollable
      onOpenChange={(opens) => (opens ? setOpen(true) : close())}
      onSelect={(_, value) => (value === ALL_NAMESPACES ? selectOnly([]) : toggle(String(value)))}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="tp-namespace"
          aria-label={`Namespace: ${text}`}
          title={text}
        >
          <span className="tp-namespace-label">Namespace</span> {text}
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
              if (event.key === 'Enter' && filter) selectOnly([shown[0] ?? filter]);
            }}
          />
        </MenuSearchInput>
      </MenuSearch>
      <Divider />
      <SelectList onKeyDown={moveInRow}>
        {filter === '' && (
          <SelectOption value={ALL_NAMESPACES} isSelected={chosen.length === 0}>
            {ALL_NAMESPACES}
          </SelectOption>
        )}
        {shown.map((name) => (
          <SelectOption
            key={name}
            value={name}
            hasCheckbox
            isSelected={chosen.includes(name)}
            isAriaDisabled={isFull && !chosen.includes(name)}
            // PatternFly's actions have the role of an item, which an item of a menu cannot contain.
            actions={
              <Button
                className="tp-namespace-only"
                variant="link"
                size="sm"
                aria-label={`Only ${name}`}
                onClick={() => selectOnly([name])}
              >
                Only
              </Button>
            }
          >
            {name}
          </SelectOption>
        ))}
        {filter !== '' && !names.includes(filter) && (
          <SelectOption value={filter} hasCheckbox isSelected={false} isAriaDisabled={isFull}>
            Use namespace “{filter}”
          </SelectOption>
        )}
      </SelectList>
      {isFull && <MenuFooter className="tp-subtle">At most {MOST_NAMESPACES} namespaces</MenuFooter>}
    </Select>
  );
}

/** Right and left arrow move between the check box and the button of a row; the menu's own keys do not leave a check box. */
function moveInRow(event: KeyboardEvent) {
  const target = event.key === 'ArrowRight' ? '.tp-namespace-only' : event.key === 'ArrowLeft' ? 'input' : undefined;
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const control = target && row?.querySelector<HTMLElement>(target);
  if (!control) return;
  event.preventDefault();
  event.stopPropagation();
  control.focus();
}
