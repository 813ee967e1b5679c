/** One place that a recipe has a person touch. */
export interface RecipeStep {
  /** As the page names the place. */
  readonly file: string
  /** Text of the file that stands there once, after which the new lines come; absent: the step makes the file. */
  readonly after?: string
  /** Code of another file; set in by two, so that nobody takes it for this file's own. */
  readonly add: string
  /** What `tsc` says of the tree in which this step alone was left out; absent where the page promises no compiler. */
  readonly forgotten?: RegExp
}

/** A page of docs/recipes by its name, followed for one more of its kind. */
export interface FollowedRecipe {
  readonly page: string
  readonly steps: readonly RecipeStep[]
  /** Tests that the page names and that this addition passes. */
  readonly tests: readonly string[]
}
