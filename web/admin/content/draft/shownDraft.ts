import { useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { createSignal } from '../../../util/signal.ts';
import { keyOf, readAt, writeAt } from '../model/tree.ts';
import type { DraftStore } from './draftStore.ts';

/** An item that was added, and nothing was written into it yet. */
export interface BlankItem {
  readonly path: ContentPath;
  readonly item: unknown;
}

/** An item stands at the end of its list; a part has a place of its own. */
function withBlank(content: Content, { path, item }: BlankItem): Content {
  const list = readAt(content, path.slice(0, -1));
  return Array.isArray(list)
    ? writeAt(content, path.slice(0, -1), [...(list as readonly unknown[]), item])
    : writeAt(content, path, item);
}

/**
 * The draft as the studio shows it: with the item that was added last. The draft gets that item with the first edit of it, so
 * that one who only looks creates nothing, neither on this device nor in the database.
 */
export class ShownDraft {
  readonly #store: DraftStore;
  readonly #blank = createSignal<BlankItem | null>(null);
  /** The content last shown, and that it was made from. */
  #shown: { readonly draft: Content; readonly blank: BlankItem; readonly content: Content } | null = null;

  constructor(store: DraftStore) {
    this.#store = store;
  }

  /** @returns unsubscribe */
  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.#store.subscribe(listener), this.#blank.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Returns the same object until the draft or the blank item changes. */
  readonly read = (): Content => {
    const draft = this.#store.content();
    const blank = this.#blank.get();
    if (!blank) return draft;
    if (this.#shown?.draft !== draft || this.#shown.blank !== blank)
      this.#shown = { draft, blank, content: withBlank(draft, blank) };
    return this.#shown.content;
  };

  readonly edit = (change: (content: Content) => Content): void => {
    const blank = this.#blank.get();
    if (!blank) return this.#store.edit(change);
    const before = this.read();
    const after = change(before);
    if (after === before) return;
    const item = readAt(after, blank.path);
    if (item === blank.item) return this.#store.edit(() => writeAt(after, blank.path, undefined));
    this.#blank.set(null);
    // Removed as it was, the blank item leaves no trace.
    if (item !== undefined) this.#store.edit(() => after);
  };

  /** Shows a blank item, instead of the one before. */
  readonly add = this.#blank.set;

  /** Whether the path is that of the blank item. */
  readonly isBlank = (path: ContentPath): boolean => {
    const blank = this.#blank.get();
    return blank !== null && keyOf(blank.path) === keyOf(path);
  };

  /** Drops the blank item unless it is the one that is open now. */
  readonly leave = (open: ContentPath): void => {
    if (!this.isBlank(open)) this.#blank.set(null);
  };
}

/** The draft of a store as the studio shows it, for as long as the studio is open. */
export function useShownDraft(store: DraftStore): ShownDraft {
  return useState(() => new ShownDraft(store))[0];
}
