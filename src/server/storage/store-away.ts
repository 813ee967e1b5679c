/** The store of files does not answer or does not let us in: the caller is asked to repeat, as with a lost database. */
export class StoreAway extends Error {
  readonly code = 'FILE_STORE_AWAY'
}
