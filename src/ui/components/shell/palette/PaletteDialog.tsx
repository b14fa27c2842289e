import './palette.css';
import { Modal, ModalBody } from '@patternfly/react-core';
import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { findEntries } from '../../../state/palette.ts';
import { useObjectEntries } from './use-object-entries.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

interface PaletteDialogProps {
  readonly onClose: (isChosen: boolean) => void;
}

/** Searches views, kinds, namespaces, objects and actions; arrow keys select, Enter opens. */
export default function PaletteDialog({ onClose }: PaletteDialogProps) {
  const [query, setQuery] = useState('');
  const known = usePaletteEntries();
  const objects = useObjectEntries(query);
  const sections = useMemo(
    // There are many objects: they are searched only with a query.
    () => findEntries(query.trim() === '' ? known : [...known, ...objects], query),
    [known, objects, query],
  );
  const [chosen, setChosen] = useState('');
  // When the selected entry no longer matches, the best match is selected.
  const ids = sections.flatMap(({ entries }) => entries.map(({ id }) => id));
  const value = ids.includes(chosen) ? chosen : (ids[0] ?? '');
  return (
    <Modal isOpen variant="small" onClose={() => onClose(false)} aria-label="Go to anything" className="tp-palette">
      <ModalBody>
        <Command label="Go to anything" shouldFilter={false} loop value={value} onValueChange={setChosen}>
          <Command.Input
            autoFocus
            value={query}
            onValueChange={(text) => {
              setQuery(text);
              setChosen('');
            }}
            placeholder="Search views, kinds, namespaces, objects and actions"
          />
          <Command.List label="Results">
            <Command.Empty>No results for “{query}”</Command.Empty>
            {sections.map(({ title, entries }) => (
              <Command.Group key={title} heading={title}>
                {entries.map((entry) => (
                  <Command.Item
                    key={entry.id}
                    value={entry.id}
                    onSelect={() => {
                      onClose(true);
                      entry.run();
                    }}
                  >
                    <span>{entry.title}</span>
                    {entry.detail && <span className="tp-subtle">{entry.detail}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          </Command.List>
        </Command>
        <p className="tp-palette-hint">
          To search one kind, type its name first: <kbd>secrets cred</kbd>
        </p>
      </ModalBody>
    </Modal>
  );
}
