// The door: windows of one browser that enter at the same time are one visitor.

import { find, first } from "./api.mjs";

find("first").value = first();
