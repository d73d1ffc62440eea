/** A part of a list; pages count from 1. */
export interface ListPage {
  readonly page: number;
  readonly perPage: number;
}
