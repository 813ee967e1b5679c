import { readFileSync } from 'node:fs'

/** The program of a library in WebAssembly: without its bytes the library would fetch it from the network. */
export function wasmOf(name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(new URL(import.meta.resolve(name)))).buffer
}
