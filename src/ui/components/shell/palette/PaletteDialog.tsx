import './palette.css';
import { Modal, ModalBody } from '@patternfly/react-core';
import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { findEntries, readCommand } from '../../../state/palette.ts';
import { useCommandEntries } from './use-command-entries.ts';
import { useObjectEntries } from './use-object-entries.ts';
import { type AskedVerb, useObjectVerbs } from './use-object-verbs.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

interface PaletteDialogProps {
  readonly onClose: (isChosen: boolean) => void;
  /** Opens the dialog of a verb. */
  readonly onAsk: (asked: AskedVerb) => void;
}

/** Searches views, kinds, namespaces, objects and actions, and takes commands; arrow keys select, Enter opens. */
export default function PaletteDialog({ onClose, onAsk }: PaletteDialogProps) {
  const [query, setQuery] = useState('');
  const known = usePaletteEntries();
  const objects = useObjectEntries(query);
  const verbs = useObjectVerbs(onAsk);
  const command = useMemo(() => readCommand(query), [query]);
  const lists = useCommandEntries(command);
  const sections = useMemo(() => {
    if (command) return findEntries([...verbs, ...lists], command.name);
    // There are many objects: they are searched only with a query.
    return findEntries([...verbs, ...known, ...(query.trim() === '' ? [] : objects)], query);
  }, [command, verbs, lists, known, objects, query]);
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
                    <span>{entry.title}</span> {entry.detail && <span className="tp-subtle">{entry.detail}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          </Command.List>
        </Command>
        <p className="tp-palette-hint">
          To search one kind, type its name first: <kbd>secrets cred</kbd>. For a list, type a command:{' '}
          <kbd>:po -n shop</kbd>
        </p>
      </ModalBody>
    </Modal>
  );
}
