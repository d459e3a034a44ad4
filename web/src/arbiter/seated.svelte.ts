// Who plays at this table of an event, in the order of its seats, as the arbiter's language writes them; none: it is nobody's table.
export const seated = $state<{ names: string[] }>({ names: [] });
