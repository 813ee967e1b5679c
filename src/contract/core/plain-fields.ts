import * as z from 'zod/mini'

type Shapes = Record<string, z.core.$ZodType>
/** The values of plain fields; null where nothing was typed. */
export type FieldsOf<S extends Shapes> = { [K in keyof S]: z.output<S[K]> | null }

/** Each field as an answer carries it: null where nothing was typed. */
export function nullableEach<S extends Shapes>(shapes: S) {
  return mapEach(shapes, (name) => z.nullable(shapes[name]!)) as {
    [K in keyof S]: z.ZodMiniNullable<S[K]>
  }
}

/** Each field as a body carries it: left out it stays as it was, null empties it. */
export function nullishEach<S extends Shapes>(shapes: S) {
  return mapEach(shapes, (name) => z.nullish(shapes[name]!)) as {
    [K in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[K]>>
  }
}

/** Reads every field by its name: code that carries fields this way cannot leave one out. */
export function readEach<S extends Shapes>(
  shapes: S,
  read: <K extends keyof S>(name: K) => FieldsOf<S>[K],
): FieldsOf<S> {
  return mapEach(shapes, read) as FieldsOf<S>
}

/** Every text as an input shows it: what was not typed is the empty text. */
export function readTexts<S extends Shapes>(shapes: S, read: (name: keyof S) => string) {
  return mapEach(shapes, read) as Record<keyof S, string>
}

/** What was typed; a field that is left out keeps its previous value, and has none where there was none. */
export function mergeTyped<S extends Shapes>(
  shapes: S,
  typed: { [K in keyof S]?: z.output<S[K]> | null | undefined },
  previous: FieldsOf<S> | undefined,
): FieldsOf<S> {
  return mapEach(shapes, (name) => {
    const value = typed[name]
    return value === undefined ? (previous?.[name] ?? null) : value
  }) as FieldsOf<S>
}

function mapEach<S extends Shapes>(shapes: S, make: (name: keyof S) => unknown) {
  return Object.fromEntries(Object.keys(shapes).map((name) => [name, make(name)]))
}
