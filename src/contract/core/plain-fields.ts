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

function mapEach<S extends Shapes>(shapes: S, make: (name: keyof S) => unknown) {
  return Object.fromEntries(Object.keys(shapes).map((name) => [name, make(name)]))
}
