import './columns.css';
import {
  Button,
  Checkbox,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  InputGroup,
  InputGroupItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import ArrowDownIcon from '@patternfly/react-icons/dist/esm/icons/arrow-down-icon';
import ArrowUpIcon from '@patternfly/react-icons/dist/esm/icons/arrow-up-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useState } from 'react';
import { isShown, movedColumn, sourceProblem, type TableLayout } from '../../state/objects/table-layout.ts';
import type { Column } from '../../state/objects/table-view.ts';

interface ColumnsDialogProps {
  /** All columns in their order. */
  readonly columns: readonly Column[];
  readonly layout: TableLayout;
  /** Changes the layout; without a change, resets it. */
  readonly onChange: (change?: TableLayout) => void;
  readonly onClose: () => void;
}

/** Shows, hides, orders, adds and removes the columns of a table. Changes apply at once. */
export function ColumnsDialog({ columns, layout, onChange, onClose }: ColumnsDialogProps) {
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="columns-title">
      <ModalHeader
        title="Columns"
        labelId="columns-title"
        description="Remembered for this kind, with the widths of columns and the sorting."
      />
      <ModalBody>
        <ul className="tp-columns" aria-label="Columns">
          {columns.map((column, index) => (
            <ColumnItem
              key={column.name}
              column={column}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              isShown={isShown(column, layout)}
              onShow={(isOn) => onChange({ shown: { ...layout.shown, [column.name]: isOn } })}
              onMove={(places) => onChange({ order: movedColumn(columns, column.name, places) ?? [] })}
              onRemove={() => onChange({ added: (layout.added ?? []).filter((source) => source !== column.name) })}
            />
          ))}
        </ul>
        <NewColumn
          columns={columns}
          onAdd={(source) =>
            onChange({ added: [...(layout.added ?? []), source], shown: { ...layout.shown, [source]: true } })
          }
        />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Done</Button>
        <Button variant="link" onClick={() => onChange()}>
          Reset table
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface ColumnItemProps {
  readonly column: Column;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isShown: boolean;
  readonly onShow: (isOn: boolean) => void;
  /** Moves the column by a number of places. */
  readonly onMove: (places: number) => void;
  readonly onRemove: () => void;
}

function ColumnItem({ column, isFirst, isLast, isShown: isOn, onShow, onMove, onRemove }: ColumnItemProps) {
  const { name, type, description, isAdded } = column;
  return (
    <li title={description}>
      <Checkbox
        id={`column-${name}`}
        label={name}
        isChecked={isOn}
        isDisabled={type === 'name'}
        onChange={(_, isChecked) => onShow(isChecked)}
      />
      {isAdded && (
        <Button variant="plain" size="sm" icon={<TimesIcon />} aria-label={`Remove ${name}`} onClick={onRemove} />
      )}
      <Button
        variant="plain"
        size="sm"
        icon={<ArrowUpIcon />}
        aria-label={`Move ${name} up`}
        isAriaDisabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="plain"
        size="sm"
        icon={<ArrowDownIcon />}
        aria-label={`Move ${name} down`}
        isAriaDisabled={isLast}
        onClick={() => onMove(1)}
      />
    </li>
  );
}

function NewColumn({
  columns,
  onAdd,
}: Pick<ColumnsDialogProps, 'columns'> & { readonly onAdd: (source: string) => void }) {
  const [source, setSource] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const found = sourceProblem(source.trim(), columns);
    setProblem(found);
    if (found !== undefined) return;
    onAdd(source.trim());
    setSource('');
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <FormGroup label="Add a column" fieldId="new-column">
        <InputGroup>
          <InputGroupItem isFill>
            <TextInput
              id="new-column"
              value={source}
              validated={problem === undefined ? 'default' : 'error'}
              onChange={(_, text) => {
                setSource(text);
                setProblem(undefined);
              }}
            />
          </InputGroupItem>
          <InputGroupItem>
            <Button variant="control" type="submit" isDisabled={source.trim() === ''}>
              Add
            </Button>
          </InputGroupItem>
        </InputGroup>
        <FormHelperText aria-live="polite">
          <HelperText>
            <HelperTextItem variant={problem === undefined ? 'default' : 'error'}>
              {problem ?? 'The key of a label, such as app, or a JSONPath, such as .spec.nodeName'}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      </FormGroup>
    </Form>
  );
}
