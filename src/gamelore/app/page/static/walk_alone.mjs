// A contest in a file of its own: its data stands beside this script.

import { Walk } from "./walk.mjs";

new Walk(JSON.parse(document.getElementById("guide-data").textContent));
