import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { useApplication } from '../../hooks/use-application.ts';

/** Imports files dropped anywhere on the page. */
export function FileDrop() {
  const { imports, notifications } = useApplication();
  const navigate = useNavigate();
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && !event.defaultPrevented;
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      void readFiles([...(event.dataTransfer?.files ?? [])]).then(
        ({ text, names }) => {
          imports.getState().setText(text, names);
          void navigate({ to: '/import' });
        },
        (error: unknown) => notifications.getState().notify('danger', 'The file could not be read', errorText(error)),
      );
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [imports, notifications, navigate]);
  return null;
}

async function readFiles(files: readonly File[]): Promise<{ text: string; names: string }> {
  const texts = await Promise.all(files.map((file) => file.text()));
  return { text: texts.join('\n---\n'), names: files.map(({ name }) => name).join(', ') };
}
