import { useEffect, useRef } from 'react';
import { followTheme, monaco, themeOfPage } from './monaco.ts';

export interface MonacoDifferenceProps {
  readonly before: string;
  readonly after: string;
}

/** A diff of two texts, side by side when there is room. */
export default function MonacoDifference({ before, after }: MonacoDifferenceProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const original = monaco.editor.createModel(before, 'yaml');
    const modified = monaco.editor.createModel(after, 'yaml');
    const editor = monaco.editor.createDiffEditor(element.current, {
      automaticLayout: true,
      fontSize: 13,
      hideUnchangedRegions: { enabled: true },
      minimap: { enabled: false },
      originalEditable: false,
      readOnly: true,
      renderOverviewRuler: false,
      scrollBeyondLastLine: false,
      theme: themeOfPage(),
    });
    editor.setModel({ original, modified });
    // Monaco forgets the labels among the options of a diff editor.
    editor.getOriginalEditor().updateOptions({ ariaLabel: 'Before' });
    editor.getModifiedEditor().updateOptions({ ariaLabel: 'After' });
    const unfollow = followTheme();
    let isCompared = false;
    let isClosed = false;
    const dispose = () => {
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
    editor.onDidUpdateDiff(() => {
      isCompared = true;
      if (isClosed) dispose();
    });
    return () => {
      unfollow();
      isClosed = true;
      // A running comparison fails without its texts.
      if (isCompared) dispose();
    };
  }, [before, after]);
  return <div ref={element} className="tp-monaco" />;
}
