import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Files, each with those of them that it imports: for a value, for a type or when it is needed. Paths are relative to the project. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function readImports(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const named = [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)]
      const targets = named.map(([, name]) => pathOf(file, name!)).filter((one) => known.has(one))
      return [file, targets]
    }),
  )
}

function pathOf(file: string, name: string): string {
  if (name.startsWith('#test/')) return name.slice(1)
  if (name.startsWith('#')) return `src/${name.slice(1)}`
  return name.startsWith('.') ? path.join(path.dirname(file), name) : name
}

/** The given files and all that import them, directly or through others. */
export function reachedBy(graph: ImportGraph, changed: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set<string>()
  const open = [...changed]
  for (let file; (file = open.pop()) !== undefined;) {
    if (reached.has(file)) continue
    reached.add(file)
    open.push(...(importers.get(file) ?? []))
  }
  return reached
}
