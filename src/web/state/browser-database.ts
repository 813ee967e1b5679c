/** Stores of the browser's own database; local storage holds the token alone (screens.md 4.1). */
export type StoreName = 'preferences' | 'drafts' | 'keys' | 'shell'

const NAMES: StoreName[] = ['preferences', 'drafts', 'keys', 'shell']
let openedDatabase: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  openedDatabase ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('priyomka', 2)
    request.addEventListener('upgradeneeded', () => {
      const present = request.result.objectStoreNames
      for (const name of NAMES) if (!present.contains(name)) request.result.createObjectStore(name)
    })
    request.addEventListener('success', () => {
      // A tab of a newer release must not wait until this tab is closed.
      request.result.addEventListener('versionchange', () => {
        request.result.close()
        openedDatabase = undefined
      })
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
  // The next attempt asks the browser again.
  openedDatabase.catch(() => (openedDatabase = undefined))
  return openedDatabase
}

async function run<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return runIn(await open(), store, mode, act)
}

/** Where the browser keeps nothing (its mode, its settings, a full disk) there is nothing to read or to remove. */
async function runIfOpen<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await open().catch(() => undefined)
  return database && runIn(database, store, mode, act)
}

function runIn<T>(
  database: IDBDatabase,
  store: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = act(database.transaction(store, mode).objectStore(store))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
}

/** Only `put` fails where the browser keeps nothing: who writes has to know. */
export const browserDatabase = {
  get: (store: StoreName, key: string) =>
    runIfOpen<unknown>(store, 'readonly', (s) => s.get(key) as IDBRequest<unknown>),
  put: (store: StoreName, key: string, value: unknown) =>
    run(store, 'readwrite', (s) => s.put(value, key)),
  remove: (store: StoreName, key: string) => runIfOpen(store, 'readwrite', (s) => s.delete(key)),
  keys: async (store: StoreName) =>
    (await runIfOpen(store, 'readonly', (s) => s.getAllKeys())) ?? [],
  clear: (store: StoreName) => runIfOpen(store, 'readwrite', (s) => s.clear()),
}
