"""Figures as somebody publishes them: tables as CSV, LaTeX and Markdown, pictures as SVG and PNG."""
